/** The switches of `scripts/access-checks.mjs` while tests of a feature run without one check. */
Object.assign(globalThis, {
  accessChecks: { isOn: (check: string) => check !== process.env.ACCESS_CHECK_OFF },
})
