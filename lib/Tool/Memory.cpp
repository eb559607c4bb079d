//===- Memory.cpp - The pages of the process ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#ifdef __linux__
#include <cstdint>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

/// Drops the segments of one object that are never written: a private page that
/// was written would be lost.
static int dropReadOnly(struct dl_phdr_info *info, size_t, void *) {
  uintptr_t page = uintptr_t(::sysconf(_SC_PAGESIZE));
  // An object with text relocations has written to its text.
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &header = info->dlpi_phdr[i];
    if (header.p_type != PT_DYNAMIC)
      continue;
    const auto *entry =
        reinterpret_cast<const ElfW(Dyn) *>(info->dlpi_addr + header.p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry)
      if (entry->d_tag == DT_TEXTREL ||
          (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL)))
        return 0;
  }
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W))
      continue;
    uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    uintptr_t end = (begin + header.p_filesz) & ~(page - 1);
    begin = (begin + page - 1) & ~(page - 1);
    if (begin < end)
      ::madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED);
  }
  return 0;
}

void passdelta::releaseStartupPages() {
  ::dl_iterate_phdr(dropReadOnly, nullptr);
}
#else
void passdelta::releaseStartupPages() {}
#endif
