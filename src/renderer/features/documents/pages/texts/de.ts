export const pages = {
  blocks: 'Einfügen',
  mention: { label: 'Erwähnen' },
  link: { label: 'Auf ein Dokument verweisen' },
  picture: {
    label: 'Bild',
    coming: '{{name}} wird hochgeladen …',
    failed: '{{name}} konnte nicht hochgeladen werden.',
  },
}
