/// Plays Angirg Mariem Keepers by a simple rule.
#include "keepers_rule.h"
#include "referee/run.h"

int main() { referee::run<KeepersBot>({.name = "keepers", .wants_events = false}); }
