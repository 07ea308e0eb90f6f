/** Wraps the implemented part of an Electron module; access to anything else throws at once. */
export function strict<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, member) {
      // Promises and the inspector access these on every object.
      const isAsked = typeof member === 'symbol' || member === 'then' || member === 'toJSON'
      if (!isAsked && !(member in target)) throw new Error(`The double of Electron has no ${name}.${member}.`)
      const value: unknown = Reflect.get(target, member)
      // Private fields belong to the target, not to the proxy.
      return typeof value === 'function' && !Object.hasOwn(target, member) ? value.bind(target) : value
    },
  })
}
