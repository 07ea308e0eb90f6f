export const storage = {
  title: 'Speicher',
  loading: 'Speicher wird geladen',
  failed: 'Der Speicher wurde nicht geladen.',
  used: '{{used}} belegt. Es gibt keine Grenze.',
  of: '{{used}} von {{quota}} belegt',
  full: 'Neue Dateien werden abgelehnt, bis welche gelöscht sind. Der Betreiber dieses Servers kann die Grenze anheben.',
  kinds: 'Nach Art',
  people: 'Nach Person, größte zuerst',
  none: 'Noch keine Dateien.',
  count:
    'Gezählt werden Dateien und Bilder, die angehängt wurden. Bilder von Kameras und geteilten Bildschirmen zählen nicht.',
  kind: { image: 'Bilder', recording: 'Aufnahmen und Videos', file: 'Andere Dateien', unfinished: 'Unfertige Uploads' },
}
