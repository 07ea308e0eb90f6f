/** Stands in for the package in unit tests, where there is no Electron: what needs a part of it takes it as an argument. */
export default new Proxy(
  {},
  {
    get: (_, name) => {
      throw new Error(`Electron is not here: pass ${String(name)} in.`)
    },
  },
)
