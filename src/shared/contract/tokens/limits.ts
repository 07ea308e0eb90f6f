/** `days`: how long a token may be valid. `callsPerMinute`: of one token; `proposalsPerHour`: of all tokens of a person. */
export const tokens = {
  perPerson: 20,
  nameLength: 60,
  days: 365,
  callsPerMinute: 120,
  proposalsPerHour: 30,
} as const
