/** What a part of Electron is made of, as far as the double has it; asking for anything else is told at once. */
export function strict<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, member) {
      // Promises and the inspector ask everything for these.
      const isAsked = typeof member === 'symbol' || member === 'then' || member === 'toJSON'
      if (!isAsked && !(member in target)) throw new Error(`The double of Electron has no ${name}.${member}.`)
      const value: unknown = Reflect.get(target, member)
      // Private fields are the target's, not the proxy's.
      return typeof value === 'function' && !Object.hasOwn(target, member) ? value.bind(target) : value
    },
  })
}
