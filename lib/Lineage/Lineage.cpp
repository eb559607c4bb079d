#include "passdelta/Model/Alignment.h"
