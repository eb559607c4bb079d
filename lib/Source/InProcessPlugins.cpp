//===- InProcessPlugins.cpp - Dialects and passes from files --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InProcessPlaces.h"
#include "mlir/Dialect/IRDL/IR/IRDL.h"
#include "mlir/Dialect/IRDL/IRDLLoading.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passdelta/Source/InProcess.h"

using namespace passdelta;

llvm::Error passdelta::loadPassPlugin(StringRef path) {
  auto plugin = mlir::PassPlugin::load(path.str());
  if (!plugin)
    return inputError(path, 0, 0, toString(plugin.takeError()));
  plugin->registerPassRegistryCallbacks();
  return llvm::Error::success();
}

llvm::Error passdelta::loadDialectPlugin(StringRef path,
                                         mlir::DialectRegistry &registry) {
  auto plugin = mlir::DialectPlugin::load(path.str());
  if (!plugin)
    return inputError(path, 0, 0, toString(plugin.takeError()));
  plugin->registerDialectRegistryCallbacks(registry);
  return llvm::Error::success();
}

/// Loads the dialects that `text` defines into `context`.
static llvm::Error loadIrdl(StringRef text, StringRef path,
                            mlir::MLIRContext &context) {
  context.getOrLoadDialect<mlir::irdl::IRDLDialect>();
  auto parsed = parsePiece({text, 1}, path, context);
  if (!parsed)
    return parsed.takeError();
  if (mlir::failed(mlir::irdl::loadDialects(*parsed->module)))
    return inputError(path, 0, 0, "MLIR cannot load the dialects it defines");
  return llvm::Error::success();
}

namespace {
/// Runs when a context loads the IRDL dialect, as makeContext() has it do. (The
/// builtin dialect loads too early: no attribute can be made then.)
class IrdlExtension
    : public mlir::DialectExtension<IrdlExtension, mlir::irdl::IRDLDialect> {
public:
  IrdlExtension(StringRef text, StringRef path) : text(text), path(path) {}

  void apply(mlir::MLIRContext *context,
             mlir::irdl::IRDLDialect *) const override {
    // addIrdlFile() has seen it load.
    llvm::consumeError(loadIrdl(text, path, *context));
  }

private:
  std::string text, path;
};
} // namespace

llvm::Error passdelta::addIrdlFile(StringRef path,
                                   mlir::DialectRegistry &registry) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return inputError(path, 0, 0, buffer.getError().message());
  StringRef text = (*buffer)->getBuffer();
  mlir::MLIRContext scratch(mlir::MLIRContext::Threading::DISABLED);
  if (llvm::Error error = loadIrdl(text, path, scratch))
    return error;
  registry.addExtension(mlir::TypeID::get<IrdlExtension>(),
                        std::make_unique<IrdlExtension>(text, path));
  return llvm::Error::success();
}
