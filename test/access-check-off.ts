/** The switches of `scripts/access-checks.mjs` while tests run without one check, which is named by its file and line. */
const off = `${process.env.ACCESS_CHECK_OFF}:`
Object.assign(globalThis, { accessChecks: { isOn: (check: string) => !check.startsWith(off) } })
