//===- InProcessPlaces.cpp - Where the ops of a run stood -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InProcessPlaces.h"
#include "mlir/IR/Diagnostics.h"

using namespace passdelta;

static constexpr llvm::StringLiteral placeMarker = "passdelta.place";

/// The parts of `fused<"passdelta.place">[user, place]`, or a null pair.
static std::pair<mlir::LocationAttr, mlir::LocationAttr>
splitTag(mlir::LocationAttr loc) {
  auto fused = mlir::dyn_cast<mlir::FusedLoc>(loc);
  if (!fused || fused.getLocations().size() != 2)
    return {};
  auto marker = mlir::dyn_cast_or_null<mlir::StringAttr>(fused.getMetadata());
  if (!marker || marker.getValue() != placeMarker)
    return {};
  return {fused.getLocations()[0], fused.getLocations()[1]};
}

InputPlaces::InputPlaces(mlir::StringAttr file, unsigned firstLine)
    : file(file), firstLine(firstLine) {}

bool InputPlaces::isInput(mlir::LocationAttr loc) const {
  auto place = mlir::dyn_cast<mlir::FileLineColLoc>(loc);
  return file && place && place.getFilename() == file;
}

TextPlace InputPlaces::findPlace(mlir::LocationAttr loc) {
  if (auto [user, place] = splitTag(loc); place)
    return placeOf(place);
  if (isInput(loc)) {
    auto place = mlir::cast<mlir::FileLineColLoc>(loc);
    // Line 0 is the module that the input does not have.
    if (place.getLine() == 0)
      return {};
    return {place.getLine() + firstLine - 1, place.getColumn(), 0, 0};
  }
  llvm::SmallVector<mlir::LocationAttr, 4> parts;
  if (auto fused = mlir::dyn_cast<mlir::FusedLoc>(loc))
    parts.append(fused.getLocations().begin(), fused.getLocations().end());
  if (auto call = mlir::dyn_cast<mlir::CallSiteLoc>(loc))
    parts = {call.getCallee(), call.getCaller()};
  if (auto name = mlir::dyn_cast<mlir::NameLoc>(loc))
    parts = {name.getChildLoc()};
  for (mlir::LocationAttr part : parts)
    if (TextPlace place = placeOf(part); place.line != 0)
      return place;
  return {};
}

TextPlace InputPlaces::placeOf(mlir::LocationAttr loc) {
  if (auto found = places.find(loc); found != places.end())
    return found->second;
  TextPlace place = findPlace(loc);
  places[loc] = place;
  return place;
}

mlir::LocationAttr InputPlaces::strip(mlir::LocationAttr loc) {
  if (mlir::isa<mlir::UnknownLoc>(loc) || isInput(loc))
    return nullptr;
  if (auto [user, place] = splitTag(loc); place)
    return user;
  if (auto fused = mlir::dyn_cast<mlir::FusedLoc>(loc)) {
    llvm::SmallVector<mlir::Location, 4> left;
    for (mlir::Location part : fused.getLocations())
      if (mlir::LocationAttr user = userLoc(part);
          user && !llvm::is_contained(left, mlir::Location(user)))
        left.push_back(user);
    if (left.empty())
      return nullptr;
    if (left.size() == 1)
      return left.front();
    return mlir::FusedLoc::get(left, fused.getMetadata(), loc.getContext());
  }
  if (auto call = mlir::dyn_cast<mlir::CallSiteLoc>(loc)) {
    mlir::LocationAttr callee = userLoc(call.getCallee());
    mlir::LocationAttr caller = userLoc(call.getCaller());
    if (!callee || !caller)
      return callee ? callee : caller;
    return mlir::CallSiteLoc::get(mlir::Location(callee),
                                  mlir::Location(caller));
  }
  if (auto name = mlir::dyn_cast<mlir::NameLoc>(loc)) {
    mlir::LocationAttr child = userLoc(name.getChildLoc());
    return child ? mlir::NameLoc::get(name.getName(), mlir::Location(child))
                 : mlir::NameLoc::get(name.getName());
  }
  return loc;
}

mlir::LocationAttr InputPlaces::userLoc(mlir::LocationAttr loc) {
  if (auto found = userLocs.find(loc); found != userLocs.end())
    return found->second;
  mlir::LocationAttr user = strip(loc);
  userLocs[loc] = user;
  return user;
}

void InputPlaces::tag(
    mlir::Operation *root,
    llvm::function_ref<TextPlace(mlir::Operation *)> positionOf) {
  auto marker = mlir::StringAttr::get(root->getContext(), placeMarker);
  root->walk([&](mlir::Operation *op) {
    TextPlace position = positionOf(op);
    if (position.line == 0)
      return;
    auto place =
        mlir::FileLineColLoc::get(file, position.line, position.column);
    // An op without loc(...) has exactly this place already.
    if (op->getLoc() == mlir::Location(place))
      return;
    if (mlir::isa<mlir::UnknownLoc>(op->getLoc()))
      op->setLoc(place);
    else
      op->setLoc(mlir::FusedLoc::get(root->getContext(), {op->getLoc(), place},
                                     marker));
  });
}

std::vector<InputPiece> passdelta::splitInput(StringRef text) {
  constexpr llvm::StringLiteral marker = "// -----";
  std::vector<InputPiece> pieces;
  unsigned line = 1;
  while (true) {
    size_t end = text.find(marker);
    InputPiece piece{text.take_front(end), line};
    pieces.push_back(piece);
    if (end == StringRef::npos)
      return pieces;
    line += piece.text.count('\n');
    text = text.drop_front(end);
    text = text.drop_front(std::min(text.find('\n'), text.size()));
  }
}

static const char *severityName(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return "error";
  case mlir::DiagnosticSeverity::Warning:
    return "warning";
  case mlir::DiagnosticSeverity::Remark:
    return "remark";
  case mlir::DiagnosticSeverity::Note:
    return "note";
  }
  return "";
}

static std::string describeOne(mlir::Diagnostic &diagnostic,
                               InputPlaces &places, StringRef path) {
  std::string text;
  llvm::raw_string_ostream os(text);
  mlir::Location loc = diagnostic.getLocation();
  TextPlace place = places.placeOf(loc);
  auto other = loc->findInstanceOf<mlir::FileLineColLoc>();
  if (place.line)
    os << path << ":" << place.line << ":" << place.column << ": ";
  else if (other && other.getLine())
    os << other.getFilename().getValue() << ":" << other.getLine() << ":"
       << other.getColumn() << ": ";
  else
    os << path << ": ";
  os << severityName(diagnostic.getSeverity()) << ": "
     << StringRef(diagnostic.str()).trim();
  return text;
}

std::vector<std::string> passdelta::describe(mlir::Diagnostic &diagnostic,
                                             InputPlaces &places,
                                             StringRef path) {
  std::vector<std::string> lines;
  lines.push_back(describeOne(diagnostic, places, path));
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    lines.push_back(describeOne(note, places, path));
  return lines;
}
