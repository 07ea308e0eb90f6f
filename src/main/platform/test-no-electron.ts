/** Replaces the electron package in unit tests; units take the parts they need as arguments. */
export default new Proxy(
  {},
  {
    get: (_, name) => {
      throw new Error(`Electron is not here: pass ${String(name)} in.`)
    },
  },
)
