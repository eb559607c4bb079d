//===- Error.cpp - Errors that name their place ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Support/Error.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace passdelta;

char InputError::ID = 0;

void InputError::log(llvm::raw_ostream &os) const {
  os << path;
  if (line)
    os << ':' << line;
  if (line && column)
    os << ':' << column;
  if (!path.empty())
    os << ": ";
  os << reason;
}

std::error_code InputError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Error passdelta::inputError(llvm::Twine path, unsigned line,
                                  unsigned column, llvm::Twine reason) {
  return llvm::make_error<InputError>(path.str(), line, column, reason.str());
}
