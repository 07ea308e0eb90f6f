export const pdf = {
  page: 'Page {{number}} of {{count}}',
  place: '{{number}} of {{count}}',
  larger: 'Larger',
  smaller: 'Smaller',
  whole: 'As wide as the window',
  pageFailed: 'Page {{number}} cannot be shown.',
  linkInside: 'Link on page {{number}} to another place in the file',
  cut: 'The first {{count}} pages are shown. Download the file to see the others.',
  refused: {
    damaged: 'This PDF is damaged, or is none. Perhaps another program can still open it.',
    locked: 'This PDF is locked with a password.',
    slow: 'It takes too long to open this PDF here. Download it instead.',
    large: 'This PDF is too large to be shown here. Download it instead.',
    gone: 'The file could not be loaded. It may be gone, or the connection.',
  },
  password: {
    why: 'This PDF is locked with a password.',
    label: 'Password',
    wrong: 'That is not the password of this PDF.',
    open: 'Open',
  },
}
