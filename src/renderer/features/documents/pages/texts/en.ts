export const pages = {
  blocks: 'Insert',
  mention: { label: 'Mention' },
  link: { label: 'Link to a document', hidden: 'Not available to you' },
  graph: { label: 'Graph', choose: 'Choose a graph' },
  picture: { label: 'Picture', coming: 'Uploading {{name}}…', failed: '{{name}} could not be uploaded.' },
  move: { handle: 'Move this block', keys: 'Press Alt, Shift and an arrow key to move a block up or down.' },
  side: 'About this page',
  linkedFrom: {
    title: 'Linked from',
    comment: 'Comment on “{{title}}”',
    message: 'Message in “{{chat}}”',
    mate: 'Mate',
    more: 'Show more',
    moreFailed: 'More did not load.',
  },
  outline: { title: 'Outline', words_one: '{{number}} word', words_other: '{{number}} words' },
  comments: {
    title: 'Comments',
    begin: 'Comment on the selection',
    write: 'Write a comment',
    answer: 'Answer',
    send: 'Send',
    save: 'Save',
    on: 'Comments on “{{quote}}”',
    gone: 'This passage is no longer in the text.',
    resolve: 'Resolve',
    reopen: 'Open again',
    resolvedBy: 'Resolved by {{name}}',
    edit: 'Edit comment',
    delete: 'Delete comment',
    deleted: 'Comment deleted',
    notDeleted: 'The comment was not deleted',
    edited: '(edited)',
    options: 'Options for the comment by {{name}}',
    formerMember: 'Former member',
    more: 'Show more comments',
    moreFailed: 'More comments did not load.',
    showResolved: 'Show resolved comments',
    showOpen: 'Show open comments',
  },
}

declare module '../../../../i18n/keys' {
  interface Texts {
    pages: typeof pages
  }
}
