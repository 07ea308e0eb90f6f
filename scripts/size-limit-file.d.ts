declare module '@size-limit/file' {
  /** size-limit's own types wrongly declare a plugin as a function. */
  const plugin: (...args: unknown[]) => unknown
  export default plugin
}
