export const pdf = {
  page: 'Seite {{number}} von {{count}}',
  place: '{{number}} von {{count}}',
  larger: 'Vergrößern',
  smaller: 'Verkleinern',
  whole: 'An Breite anpassen',
  pageFailed: 'Seite {{number}} kann nicht gezeigt werden.',
  linkInside: 'Link auf Seite {{number}} zu einer anderen Stelle der Datei',
  cut: 'Gezeigt werden die ersten {{count}} Seiten. Für die übrigen lade die Datei herunter.',
  refused: {
    damaged: 'Dieses PDF ist beschädigt, oder die Datei ist kein PDF. Vielleicht öffnet sie ein anderes Programm.',
    locked: 'Dieses PDF ist mit einem Passwort geschützt.',
    slow: 'Es dauert zu lange, dieses PDF hier zu öffnen. Lade es herunter.',
    large: 'Dieses PDF ist zu groß, um hier gezeigt zu werden. Lade es herunter.',
    gone: 'Die Datei wurde nicht geladen. Prüfe die Verbindung; vielleicht wurde die Datei gelöscht.',
  },
  password: {
    why: 'Dieses PDF ist mit einem Passwort geschützt.',
    label: 'Passwort',
    wrong: 'Dieses Passwort ist nicht richtig.',
    open: 'Öffnen',
  },
}
