export const storage = {
  title: 'Storage',
  loading: 'Loading storage',
  failed: 'The storage did not load.',
  used: '{{used}} used. There is no limit.',
  of: '{{used}} of {{quota}} used',
  full: 'New files are refused until some are deleted. The operator of this server can raise the limit.',
  kinds: 'By kind',
  people: 'By person, largest first',
  none: 'No files yet.',
  count: 'Includes files and pictures that people attach. Pictures from cameras and shared screens are not included.',
  kind: {
    image: 'Pictures',
    recording: 'Recordings and videos',
    file: 'Other files',
    unfinished: 'Unfinished uploads',
  },
}

declare module '../../../i18n/keys' {
  interface Texts {
    storage: typeof storage
  }
}
