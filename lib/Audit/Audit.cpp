#include "passdelta/Audit/Audit.h"
using namespace passdelta;
ArrayRef<Auditor> passdelta::getAuditors() { return {}; }
bool passdelta::hasCandidates(const AuditInput &input) { return false; }
std::vector<MissedCandidate> passdelta::audit(const AuditInput &input) {
  return {};
}
