/** A font as a data URL: it travels in the built program, which starts without node_modules. */
declare module '*.woff?inline' {
  const address: string
  export default address
}
