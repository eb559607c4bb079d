//===- Error.h - Errors that name their place -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_SUPPORT_ERROR_H
#define PASSDELTA_SUPPORT_ERROR_H

#include "llvm/Support/Error.h"
#include <string>

namespace passdelta {

/// An input is at fault: which, where, and why.
class InputError : public llvm::ErrorInfo<InputError> {
public:
  static char ID;

  /// `line` and `column` count from 1; 0 is "not known". `reason` is one
  /// sentence without a final stop, the original message where there is one.
  InputError(std::string path, unsigned line, unsigned column,
             std::string reason)
      : path(std::move(path)), line(line), column(column),
        reason(std::move(reason)) {}

  /// "path:line:column: reason", without the parts that are not known.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  std::string path;
  unsigned line, column;
  std::string reason;
};

/// Shorthand for make_error<InputError>.
llvm::Error inputError(llvm::Twine path, unsigned line, unsigned column,
                       llvm::Twine reason);

} // namespace passdelta

#endif // PASSDELTA_SUPPORT_ERROR_H
