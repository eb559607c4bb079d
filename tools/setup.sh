# Sourced by tools/try and tools/check: installs what is missing, by name and
# from Debian only, and configures build/. Says what it does on stderr; silent
# when there is nothing to do.
#
# Environment: CXX, CXXFLAGS as usual; CMAKE_BUILD_PARALLEL_LEVEL limits jobs;
# PASSDELTA_EXTRA_DATA is passed on (see test/Extra/README.md).

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build

packages=(
  cmake ninja-build g++
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools
  libcli11-dev libfmt-dev libgtest-dev zlib1g-dev libzstd-dev
  python3 python3-jsonschema
)

say() { printf '%s\n' "$*" >&2; }
die() { say "$(basename "$0"): $*"; exit 2; }

# Prints the packages that are not installed.
missing_packages() {
  local name
  for name in "${packages[@]}"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) == installed ]] ||
      printf '%s\n' "$name"
  done
}

install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "no dpkg here; what Debian calls ${packages[*]} has to be installed already"
    return
  fi
  local missing
  mapfile -t missing < <(missing_packages)
  ((${#missing[@]})) || return 0

  local as_root=()
  if ((EUID)); then
    command -v sudo >/dev/null ||
      die "not root and no sudo; please run: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q)
  say "installing from Debian: ${missing[*]}"
  # A third-party source that is down does not matter if ours are there.
  "${apt[@]}" update >&2 || say "apt-get update complained; going on"
  local name
  for name in "${missing[@]}"; do
    [[ -n $(apt-cache madison "$name") ]] ||
      die "this system has no package $name." \
        "LLVM 22 comes with Debian 12 (main and security) and newer;" \
        "see /etc/apt/sources.list"
  done
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >&2 ||
    die "apt-get install failed"
}

# Quiet unless it fails.
configure() {
  local options=(-DPASSDELTA_EXTRA_DATA="${PASSDELTA_EXTRA_DATA:-}") log
  if command -v ccache >/dev/null; then
    options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  log=$(cd "$root" && cmake --preset release "${options[@]}" 2>&1) ||
    { say "$log"; die "configuring failed"; }
}

# build_targets [TARGET...]: progress goes to stderr.
build_targets() {
  local target options=()
  for target in "$@"; do
    options+=(--target "$target")
  done
  # Nothing to do, nothing to say.
  if cmake --build "$build" "${options[@]}" -- -n | grep -q 'no work to do'; then
    return 0
  fi
  say "building in $build (about two minutes on two cores from nothing)"
  cmake --build "$build" "${options[@]}" >&2 || die "building failed"
}
