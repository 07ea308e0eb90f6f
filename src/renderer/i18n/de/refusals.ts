export const refusals = {
  guest: {
    off: 'Dieser Server nimmt keine Gäste auf. Melde dich an oder registriere dich.',
    too_many: 'Aus deinem Netz kamen zu viele Gäste. Versuche es in einer Stunde wieder oder registriere dich.',
    too_many_messages: 'Ein Gast kann zehn Fragen in der Stunde stellen. Registriere dich, um jetzt weiterzumachen.',
    too_many_recordings: 'Ein Gast kann drei Aufnahmen hochladen. Registriere dich, um mehr hochzuladen.',
    not_found: 'Diese Aufnahme ist nicht mehr da. Was Gäste hochladen, bleibt 24 Stunden.',
  },
  code: {
    wrong: 'Dieser Code stimmt nicht. Prüfe ihn und versuche es noch einmal.',
    expired: 'Dieser Code ist abgelaufen. Sende einen neuen.',
    too_many_attempts: 'Zu viele falsche Versuche. Sende einen neuen Code.',
    too_many_sent: 'An diese Adresse gingen zu viele Codes. Versuche es in einer Stunde noch einmal.',
    not_sent: 'Der Code konnte nicht gesendet werden. Versuche es noch einmal oder nimm eine andere Adresse.',
  },
  google: {
    not_configured: 'Dieser Server bietet keine Anmeldung mit Google an.',
    refused: 'Google hat diese Anmeldung nicht bestätigt. Versuche es noch einmal.',
  },
  address: { taken: 'Ein anderes Konto verwendet diese Adresse schon.' },
  profile: {
    token_required: 'Seit deiner Anmeldung ist zu viel Zeit vergangen. Melde dich noch einmal an.',
    picture_invalid: 'Das Bild muss ein PNG-, JPEG- oder WebP-Bild mit höchstens 300 kB sein.',
  },
  organization: {
    not_member: 'Du bist kein Mitglied dieses Arbeitsbereichs.',
    required: 'Wähle zuerst einen Arbeitsbereich.',
  },
  owner: { last: 'Ein Arbeitsbereich behält mindestens einen Inhaber. Mache zuerst jemand anderen zum Inhaber.' },
  person: { not_found: 'Diese Person ist nicht mehr hier.' },
  role: {
    not_found: 'Diese Rolle gibt es nicht mehr.',
    name_taken: 'Eine Rolle mit diesem Namen gibt es schon.',
  },
  branch: {
    not_found: 'Diesen Standort gibt es nicht mehr.',
    name_taken: 'Einen Standort mit diesem Namen gibt es schon.',
    primary: 'Der Hauptstandort kann nicht gelöscht werden.',
  },
  invite: {
    not_found: 'Diese Einladung gibt es nicht mehr.',
    owner_needed:
      'Wer dich eingeladen hat, kann nicht mehr geben, was diese Rolle öffnet. Bitte einen Inhaber oder Admin, dich neu einzuladen.',
    expired: 'Diese Einladung ist abgelaufen. Bitte um eine neue.',
    not_yours:
      'Diese Einladung gilt für eine andere Adresse. Melde dich mit der eingeladenen E-Mail-Adresse oder Nummer an.',
    answered: 'Diese Einladung wurde schon beantwortet.',
    not_sent: 'Die Einladung konnte nicht gesendet werden. Prüfe die Adresse und sende sie noch einmal.',
    already_member: 'Schon Mitglied.',
  },
  grant: {
    too_much: 'Du kannst nicht mehr Zugriff geben, als du selbst hast.',
    owner_needed:
      'Diese Rolle oder dieser Standort öffnet etwas, das du selbst nicht sehen oder ändern kannst. Inhaber oder Admins können das tun.',
  },
  access: {
    too_many_requests: 'Zu viele deiner Anfragen warten auf Antwort. Warte, bis einige beantwortet sind.',
    request_not_found: 'Diese Anfrage wartet nicht mehr auf Antwort.',
  },
  document: {
    not_found: 'Ein solches Dokument gibt es hier nicht.',
    read_only: 'Du kannst das lesen, aber nicht hineinschreiben.',
    not_a_logbook: 'Einträge stehen in Logbüchern. Das hier ist ein anderes Dokument.',
    stale: 'Inzwischen wurde eine neuere Fassung gespeichert. Von dir geht nichts verloren.',
  },
  version: { not_found: 'Diese Fassung gibt es nicht mehr.' },
  summary: {
    nothing_to_read:
      'Hier gibt es noch nichts, woraus eine Zusammenfassung entstehen könnte. Wähle einen längeren Zeitraum oder schreib zuerst einen Eintrag.',
    not_here: 'Eine Seite hat keine Zusammenfassung. Ihr Text steht für sich.',
    overtaken:
      'Die Zusammenfassung wurde geändert, während eine neue entstand. Sieh sie dir an und aktualisiere sie dann.',
    model_failed:
      'Das Sprachmodell hat nicht geantwortet. Die Zusammenfassung bleibt, wie sie war. Versuch es noch einmal.',
  },
  log: {
    not_found: 'Diesen Eintrag gibt es nicht mehr.',
    stale: 'Dieser Eintrag wurde inzwischen woanders berichtigt. Von dir geht nichts verloren.',
    not_yours:
      'Nur wer einen Eintrag geschrieben hat, kann ihn berichtigen. Was ein Job oder Mate schrieb, bleibt, wie es ist.',
  },
  graph: {
    not_found: 'Dieses Diagramm gibt es nicht mehr.',
    too_many: 'Dieses Logbuch hat so viele Diagramme, wie es haben kann. Lösche zuerst eines.',
  },
  label: {
    not_found: 'Dieses Label gibt es nicht mehr.',
    in_use: 'Einträge tragen ein Label, das du entfernst. Bestätige, dass sie es verlieren.',
  },
  message: { not_found: 'Diese Nachricht gibt es nicht mehr.' },
  camera: {
    not_found: 'Diese Kamera gibt es nicht mehr.',
    address_invalid: 'Gib eine Adresse an, die mit http, https oder rtsp beginnt.',
    address_refused:
      'Von dieser Adresse holt der Server nichts. Wer ihn betreibt, kann das Netz mit CAMERA_ALLOWED_NETWORKS erlauben.',
  },
  source: { not_found: 'Diese Quelle gibt es hier nicht.' },
  frame: { not_found: 'Dieses Bild gibt es nicht mehr.' },
  attachment: {
    not_found: 'Diese Datei ist nicht mehr da.',
    taken: 'Diese Datei gehört schon zu etwas.',
    empty: 'In dieser Datei ist nichts.',
    too_large: 'Diese Datei ist zu groß. Mehr als 100 MB gehen nicht, bei Ton 500 MB.',
    too_long: 'Diese Aufnahme ist zu lang. Mehr als vier Stunden gehen nicht.',
    not_readable: 'Dieses Bild lässt sich nicht lesen. Vielleicht ist es beschädigt.',
    place_stays:
      'Aus einem Bild dieser Art lässt sich der Aufnahmeort nicht entfernen. Speichere es als JPEG oder PNG.',
  },
  upload: {
    not_found: 'Dieses Hochladen gibt es nicht mehr.',
    finished: 'Dieses Hochladen ist abgeschlossen.',
    expired: 'Dieses Hochladen hat länger als einen Tag gedauert. Fang noch einmal an.',
    incomplete: 'Es fehlen noch Teile der Datei.',
    too_many: 'Zu viele deiner Dateien sind erst halb hochgeladen. Schließe einige ab oder brich sie ab.',
  },
  recording: {
    no_sound: 'In dieser Datei ist kein Ton.',
    not_failed: 'Diese Aufnahme ist nicht gescheitert. Es gibt nichts noch einmal zu versuchen.',
  },
  transcript: {
    not_found: 'Hier gibt es kein Transkript.',
    not_ready: 'Dieses Transkript ist noch nicht fertig.',
    stale: 'Dieses Transkript wurde inzwischen woanders geändert. Sieh es dir noch einmal an.',
  },
  segment: { not_found: 'Diesen Teil des Transkripts gibt es nicht mehr.' },
  speech: {
    no_words: 'Auf diesem Server versteht noch nichts Worte. Wer ihn betreibt, kann ein Sprachmodell anschließen.',
    failed: 'Das Sprachmodell hat nicht geantwortet. Versuche es noch einmal.',
  },
  mate: {
    option_not_found: 'Hier gibt es nichts mehr zu bestätigen.',
    option_done: 'Das wurde schon getan.',
    option_expired: 'Das Angebot ist zu alt. Frag Mate noch einmal.',
    busy: 'Mate antwortet noch. Halte die Antwort an oder warte einen Moment.',
  },
}
