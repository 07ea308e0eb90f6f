export const pdf = {
  page: 'Seite {{number}} von {{count}}',
  place: '{{number}} von {{count}}',
  larger: 'Größer',
  smaller: 'Kleiner',
  whole: 'So breit wie das Fenster',
  pageFailed: 'Seite {{number}} kann nicht gezeigt werden.',
  linkInside: 'Link auf Seite {{number}} zu einer anderen Stelle der Datei',
  cut: 'Gezeigt werden die ersten {{count}} Seiten. Für die übrigen lade die Datei herunter.',
  refused: {
    damaged: 'Dieses PDF ist beschädigt oder keines. Vielleicht öffnet es ein anderes Programm noch.',
    locked: 'Dieses PDF ist mit einem Passwort gesperrt.',
    slow: 'Es dauert zu lange, dieses PDF hier zu öffnen. Lade es herunter.',
    large: 'Dieses PDF ist zu groß, um hier gezeigt zu werden. Lade es herunter.',
    gone: 'Die Datei wurde nicht geladen. Vielleicht fehlt sie oder die Verbindung.',
  },
  password: {
    why: 'Dieses PDF ist mit einem Passwort gesperrt.',
    label: 'Passwort',
    wrong: 'Das ist nicht das Passwort dieses PDFs.',
    open: 'Öffnen',
  },
}
