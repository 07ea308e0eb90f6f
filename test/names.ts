/** The root of keys in tests. */
export const testSecret = 'the-root-of-all-keys-in-tests-0123456789'
/** The migrated database that each test file clones. */
export const template = 'wheelhouse_template'
