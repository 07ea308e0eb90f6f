export const errors = {
  request: {
    invalid: 'Etwas im Formular stimmt nicht. Prüfe es und sende es noch einmal.',
    not_json: 'Die Anfrage war nicht lesbar. Lade die Seite neu und versuche es noch einmal.',
    too_complex: 'Das ist zu viel auf einmal. Sende es in kleineren Teilen.',
    malformed: 'Die Anfrage war nicht lesbar. Lade die Seite neu und versuche es noch einmal.',
    headers_too_large: 'Die Adresse dieser Anfrage ist zu lang. Lade die Seite neu und versuche es noch einmal.',
    timed_out: 'Die Anfrage hat zu lange gedauert. Prüfe deine Verbindung und versuche es noch einmal.',
    too_large: 'Das ist zu groß für diesen Server. Sende etwas Kleineres.',
    wrong_host: 'Dieser Server ist für diese Adresse nicht eingerichtet. Wer ihn betreibt, kann PUBLIC_URL setzen.',
    too_many: 'Das waren zu viele Anfragen. Warte einen Moment und versuche es noch einmal.',
    unsupported_type: 'Diese Art von Inhalt wird hier nicht angenommen.',
    identity_mismatch: 'Du bist jetzt als jemand anderes angemeldet. Lade die Seite neu.',
    key_reused: 'Das wurde schon mit anderem Inhalt gesendet. Lade die Seite neu und versuche es noch einmal.',
  },
  route: {
    not_found: 'Der Server kennt diese Adresse nicht. Lade die Seite neu: Vielleicht ist sie veraltet.',
  },
  server: {
    error: 'Auf dem Server ist etwas schiefgegangen. Versuche es gleich noch einmal.',
    unavailable: 'Der Server ist noch nicht bereit. Versuche es gleich noch einmal.',
    busy: 'Der Server nimmt gerade keine weiteren Verbindungen an. Versuche es gleich noch einmal.',
  },
  storage: {
    quota:
      'Der Speicher dieses Arbeitsbereichs ist voll. Lösche Dateien, oder bitte den Betreiber dieses Servers um mehr Platz.',
    full: 'Der Server hat keinen Platz mehr, deshalb wurde das nicht gespeichert. Es bleibt hier: Versuche es noch einmal, sobald der Betreiber des Servers Platz geschaffen hat.',
  },
  session: {
    required: 'Du bist abgemeldet. Melde dich an, um weiterzumachen.',
    expired: 'Du bist abgemeldet. Melde dich an, um weiterzumachen.',
    refresh_refused: 'Du bist abgemeldet. Melde dich an, um weiterzumachen.',
    guest_denied: 'Gäste können das nicht. Registriere dich, um weiterzumachen.',
  },
  permission: {
    missing: 'Deine Rolle erlaubt das nicht. Ein Inhaber oder Admin kann das ändern.',
  },
  plan: { required: 'Dein Tarif enthält das nicht.' },
  network: { failed: 'Der Server ist nicht erreichbar. Prüfe die Verbindung und versuche es noch einmal.' },
  answer: {
    invalid: 'Der Server hat eine Antwort gesendet, die diese Version der Seite nicht versteht. Lade die Seite neu.',
  },
  field: {
    too_small: 'Fülle dieses Feld aus.',
    too_big: 'Das ist zu lang. Kürze es.',
    invalid_format: 'Dieses Format ist nicht gültig. Prüfe es.',
    custom: 'Das ist nicht gültig. Prüfe es.',
  },
}
