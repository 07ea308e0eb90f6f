export const workspace = {
  storage: {
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
    kind: {
      image: 'Bilder',
      recording: 'Aufnahmen und Videos',
      file: 'Andere Dateien',
      unfinished: 'Unfertige Uploads',
    },
  },
  intro: {
    page: 'Erste Schritte',
    title: 'Willkommen an Bord von {{name}}',
    text: 'Drei Dinge für den Anfang. Zu jedem kannst du jederzeit zurückkommen.',
    logbook: 'Beginne ein Logbuch',
    logbookText:
      'Ein laufendes Verzeichnis für einen Platz, eine Theke oder eine Maschine. Du bestimmst, wer darin schreiben kann.',
    logbookAction: 'Zu den Logbüchern',
    invite: 'Lade jemanden ein',
    inviteText: 'Sieh, was Kollegen taten, während du beschäftigt warst, und zeig ihnen, was du getan hast.',
    inviteAction: 'Leute einladen',
    ask: 'Frag Mate',
    askText: 'Mate antwortet aus deinen Logbüchern und zeigt, worauf jede Antwort beruht.',
    askAction: 'Zu Mate',
  },
}
