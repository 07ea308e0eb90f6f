import * as fakes from 'fake-indexeddb'

// `fake-indexeddb/auto` defines these only for the first file of a process, because packages are evaluated once.
Object.assign(globalThis, Object.fromEntries(Object.entries(fakes).filter(([name]) => name.startsWith('IDB'))), {
  indexedDB: new fakes.IDBFactory(),
})
