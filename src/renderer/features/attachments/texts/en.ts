export const pdf = {
  page: 'Page {{number}} of {{count}}',
  place: '{{number}} of {{count}}',
  larger: 'Zoom in',
  smaller: 'Zoom out',
  whole: 'Fit to width',
  pageFailed: 'Page {{number}} cannot be shown.',
  linkInside: 'Link on page {{number}} to another place in the file',
  cut: 'Only the first {{count}} pages are shown. Download the file to see the rest.',
  refused: {
    damaged: 'This PDF is damaged, or the file is not a PDF. Another program may still open it.',
    locked: 'This PDF is protected by a password.',
    slow: 'This PDF takes too long to open here. Download it instead.',
    large: 'This PDF is too large to show here. Download it instead.',
    gone: 'The file did not load. Check the connection; the file may have been deleted.',
  },
  password: {
    why: 'This PDF is protected by a password.',
    label: 'Password',
    wrong: 'This password is not correct.',
    open: 'Open',
  },
}

declare module '../../../i18n/keys' {
  interface Texts {
    pdf: typeof pdf
  }
}
