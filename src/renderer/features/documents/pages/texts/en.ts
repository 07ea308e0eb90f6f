export const pages = {
  blocks: 'Insert',
  mention: { label: 'Mention' },
  link: { label: 'Link to a document' },
  picture: { label: 'Picture', coming: 'Uploading {{name}}…', failed: '{{name}} could not be uploaded.' },
}

declare module '../../../../i18n/keys' {
  interface Texts {
    pages: typeof pages
  }
}
