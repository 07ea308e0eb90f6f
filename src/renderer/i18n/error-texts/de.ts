export const apiErrors = {
  billing: {
    off: 'Dieser Server hat keine Tarife. Alles ist enthalten.',
    already_subscribed: 'Dieser Workspace hat schon einen Tarif. Ändere ihn stattdessen.',
    declined:
      'Die Karte wurde abgelehnt, deshalb bleibt der Tarif, wie er ist. Nimm eine andere Karte und versuche es noch einmal.',
    no_subscription: 'Dieser Workspace hat keinen bezahlten Tarif. Wähle zuerst einen.',
    not_changeable: 'Der Tarif lässt sich gerade nicht so ändern.',
    invoice_not_found: 'Diese Rechnung gibt es nicht.',
    order_not_found: 'Diese Bestellung gibt es nicht mehr.',
    order_paid: 'Diese Bestellung ist schon bezahlt.',
    provider_failed:
      'Der Zahlungsanbieter hat nicht wie erwartet geantwortet. Es wurde nichts abgebucht. Versuche es noch einmal.',
    wrong_signature: 'Die Antwort des Zahlungsanbieters ließ sich nicht bestätigen.',
  },
  guest: {
    off: 'Der Gastzugang ist ausgeschaltet. Melde dich an oder registriere dich.',
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
    domain_refused:
      'Dieser Server eröffnet Konten nur für Adressen seiner Organisation. Nimm deine dort, oder lass diese einladen.',
  },
  google: {
    domain_refused:
      'Dieses Konto hat keine E-Mail-Adresse, die dieser Server annimmt. Nimm das Konto deiner Organisation.',
    not_configured: 'Dieser Server bietet keine Anmeldung mit Google an.',
    refused: 'Google hat diese Anmeldung nicht bestätigt. Versuche es noch einmal.',
  },
  address: { taken: 'Ein anderes Konto verwendet diese Adresse schon.' },
  profile: {
    token_required: 'Seit deiner Anmeldung ist zu viel Zeit vergangen. Melde dich noch einmal an.',
    picture_invalid: 'Das Bild muss ein PNG-, JPEG- oder WebP-Bild mit höchstens 300 kB sein.',
  },
  organization: {
    not_found: 'Dieser Arbeitsbereich lässt sich nicht mehr wiederherstellen.',
    name_differs: 'Das ist nicht der Name des Arbeitsbereichs. Gib ihn genau ein.',
    not_member: 'Du bist kein Mitglied dieses Arbeitsbereichs.',
    required: 'Wähle zuerst einen Arbeitsbereich.',
  },
  handover: { owner_needed: 'Was jemand anderem gehörte, kannst du nur an Inhaber oder Admins übergeben.' },
  owner: { last: 'Ein Arbeitsbereich braucht mindestens einen Inhaber. Mache zuerst jemand anderen zum Inhaber.' },
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
  join_link: {
    not_found: 'Dieser Link gilt nicht mehr. Bitte um einen neuen.',
    too_many: 'Es gibt zu viele offene Links. Widerrufe zuerst einen.',
  },
  invite: {
    not_found: 'Diese Einladung gibt es nicht mehr.',
    owner_needed:
      'Die Person, die dich eingeladen hat, kann den Zugriff dieser Rolle nicht mehr geben. Bitte einen Inhaber oder Admin, dich neu einzuladen.',
    expired: 'Diese Einladung ist abgelaufen. Bitte um eine neue.',
    not_yours:
      'Diese Einladung gilt für eine andere Adresse. Melde dich mit der eingeladenen E-Mail-Adresse oder Nummer an.',
    answered: 'Diese Einladung wurde schon beantwortet.',
    not_sent: 'Die Einladung konnte nicht gesendet werden. Prüfe die Adresse und sende sie noch einmal.',
    already_member: 'Diese Person ist schon Mitglied.',
  },
  grant: {
    too_much: 'Du kannst nicht mehr Zugriff geben, als du selbst hast.',
    owner_needed:
      'Diese Rolle oder dieser Standort gibt Zugriff auf etwas, das du selbst nicht sehen oder ändern kannst. Inhaber oder Admins können das tun.',
  },
  access: {
    too_many_requests: 'Zu viele deiner Anfragen sind noch offen. Warte, bis einige beantwortet sind.',
    request_not_found: 'Diese Anfrage ist nicht mehr offen.',
  },
  document: {
    not_found: 'Dieses Dokument gibt es nicht mehr.',
    read_only: 'Du kannst das lesen, aber nicht hineinschreiben.',
    not_a_logbook: 'Nur Logbücher haben Einträge. Das hier ist ein anderes Dokument.',
    stale: 'Inzwischen wurde eine neuere Fassung gespeichert. Dein Text ist nicht verloren.',
  },
  page: {
    not_a_page: 'Nur Seiten werden gemeinsam geschrieben. Das ist ein Dokument anderer Art.',
    malformed: 'Diese Änderung ist nicht lesbar.',
    not_allowed: 'Diese Änderung enthält etwas, das in einer Seite nicht stehen kann.',
    incomplete: 'Änderungen davor fehlen. Öffne die Seite noch einmal.',
    foreign_client: 'Diese Änderung ist als die von jemand anderem gekennzeichnet.',
    too_long: 'Diese Seite ist voll.',
    mention_blind: 'Eine der erwähnten Personen kann diese Seite nicht lesen.',
  },
  thread: {
    not_found: 'Diese Kommentare gibt es nicht mehr.',
    not_yours: 'Nur wer einen Kommentar geschrieben hat, kann ihn ändern.',
  },
  version: { not_found: 'Diese Fassung gibt es nicht mehr.' },
  summary: {
    nothing_to_read:
      'Es gibt noch nichts zusammenzufassen. Wähle einen längeren Zeitraum oder schreib zuerst einen Eintrag.',
    not_here: 'Seiten haben keine Zusammenfassung.',
    overtaken:
      'Jemand hat die Zusammenfassung geändert, während eine neue entstand. Sieh sie dir an und aktualisiere sie dann.',
    model_failed:
      'Das Sprachmodell hat nicht geantwortet. Die Zusammenfassung bleibt, wie sie war. Versuch es noch einmal.',
  },
  push: {
    token_invalid: 'Push-Nachrichten funktionieren in diesem Browser nicht.',
    address_refused: 'Dieser Server darf den Push-Dienst dieses Browsers nicht erreichen. Frage die Betreiber.',
  },
  message: {
    not_found: 'Diese Nachricht ist nicht mehr hier.',
    not_yours: 'Das kann nur, wer die Nachricht geschrieben hat.',
    deleted: 'Diese Nachricht wurde gelöscht.',
    too_many_reactions: 'Diese Nachricht hat schon so viele verschiedene Reaktionen wie möglich.',
    too_many_pins: 'In diesem Chat sind schon so viele Nachrichten angeheftet wie möglich. Löse zuerst eine.',
  },
  chat: {
    not_found: 'Dieser Chat ist nicht mehr hier.',
    disabled: 'Diese Person hat den Arbeitsbereich verlassen. Ihr kann nicht mehr geschrieben werden.',
    of_bot: 'In diesem Chat schreibt ein Bot, der nichts liest.',
    not_a_group: 'Nur bei Gruppen lassen sich Name und Personen ändern.',
    too_many_people: 'Diese Gruppe hat schon so viele Personen wie möglich.',
  },
  calendar: {
    address_invalid: 'Das ist keine Adresse eines Kalenders. Sie beginnt mit https:// oder webcal://.',
    address_refused:
      'Von dieser Adresse darf der Server nichts abrufen. Wer ihn betreibt, kann das Netz mit CALENDAR_ALLOWED_NETWORKS erlauben.',
    feed_unknown: 'Unter dieser Adresse gibt es keinen Kalender, oder sie wurde beendet.',
    not_found: 'Diesen Kalender gibt es nicht mehr.',
    too_many: 'Du hast so viele Kalender importiert wie möglich. Lösche zuerst einen.',
  },
  bot: {
    not_found: 'Diesen Bot gibt es nicht mehr.',
    of_jobs: 'Über diesen Bot schreiben Jobs. Er lässt sich nicht ändern.',
    too_many: 'Dieser Arbeitsbereich hat so viele Bots wie möglich.',
    webhook_unknown: 'Diesen Webhook gibt es nicht, oder er wurde beendet.',
    not_allowed: 'Dort darf dieser Bot nicht schreiben.',
  },
  log: {
    mention_blind:
      'Eine der erwähnten Personen kann dieses Logbuch nicht lesen. Nimm ihren Namen heraus, oder gib ihr Zugriff.',
    not_found: 'Diesen Eintrag gibt es nicht mehr.',
    stale: 'Dieser Eintrag wurde inzwischen woanders berichtigt. Dein Text ist nicht verloren.',
    not_yours:
      'Nur wer einen Eintrag geschrieben hat, kann ihn berichtigen. Einträge von Jobs oder von Mate können nicht berichtigt werden.',
    time_out_of_range:
      'Einträge können von einer Zeit zwischen dem 1. Januar 2000 und jetzt berichten. Wähle eine andere Zeit.',
  },
  graph: {
    not_found: 'Dieses Diagramm gibt es nicht mehr.',
    too_many: 'Dieses Logbuch hat die Höchstzahl an Diagrammen erreicht. Lösche zuerst eines.',
    space_full: 'Dieser Raum zeigt schon die Höchstzahl an Diagrammen. Löse zuerst eines.',
    job_writes_nowhere: 'Dieser Job schreibt in kein Logbuch. Wähle ein Logbuch für das Diagramm.',
  },
  threshold: {
    not_found: 'Dieser Schwellenwert ist nicht mehr hier.',
    not_yours: 'Nur wer ihn gesetzt hat oder das Logbuch verwaltet, kann diesen Schwellenwert ändern.',
    watcher_blind: 'Eine der gewählten Personen kann dieses Diagramm nicht sehen. Wähle Personen, die es können.',
    too_many: 'Dieses Diagramm hat die Höchstzahl an Schwellenwerten erreicht. Lösche zuerst einen.',
  },
  annotation: {
    not_found: 'Diese Anmerkung gibt es nicht mehr.',
    not_yours: 'Nur wer sie geschrieben hat oder das Logbuch verwaltet, kann diese Anmerkung ändern.',
    too_many: 'Dieses Diagramm hat die Höchstzahl an Anmerkungen erreicht. Lösche zuerst eine.',
  },
  label: {
    not_found: 'Dieses Label gibt es nicht mehr.',
    in_use: 'Einige Einträge haben ein Label, das du entfernst. Bestätige, dass es von ihnen entfernt wird.',
  },
  camera: {
    not_found: 'Diese Kamera gibt es nicht mehr.',
    address_invalid: 'Gib eine Adresse an, die mit http, https oder rtsp beginnt.',
    address_refused:
      'Von dieser Adresse darf der Server nichts abrufen. Wer ihn betreibt, kann das Netz mit CAMERA_ALLOWED_NETWORKS erlauben.',
    test_running: 'Dein letzter Test einer Kamera läuft noch. Warte, bis er zu Ende ist.',
    network_not_private: 'Hier lassen sich nur private Netze erlauben, wie 192.168.4.0/24.',
    network_needs_operator: 'Das darf nur ein Super-User dieses Servers, oder wem sein einziger Arbeitsbereich gehört.',
  },
  source: { not_found: 'Diese Quelle gibt es nicht mehr.' },
  frame: { not_found: 'Dieses Bild gibt es nicht mehr.' },
  time_lapse: {
    unavailable: 'Dieser Server kann keine Filme erstellen, weil ffmpeg fehlt. Wer ihn betreibt, kann es installieren.',
  },
  attachment: {
    not_found: 'Diese Datei ist nicht mehr da.',
    taken: 'Diese Datei ist schon woanders angehängt.',
    empty: 'Diese Datei ist leer.',
    too_large: 'Diese Datei ist zu groß. Die Grenze liegt bei 100 MB, für Ton bei 500 MB.',
    too_long: 'Diese Aufnahme ist zu lang. Die Grenze liegt bei vier Stunden.',
    not_readable: 'Dieses Bild lässt sich nicht lesen. Vielleicht ist es beschädigt.',
    place_stays:
      'Aus einem Bild dieser Art lässt sich der Aufnahmeort nicht entfernen. Speichere es als JPEG oder PNG.',
  },
  upload: {
    not_found: 'Diesen Upload gibt es nicht mehr.',
    finished: 'Dieser Upload ist abgeschlossen.',
    expired: 'Dieser Upload hat länger als einen Tag gedauert. Fang noch einmal an.',
    incomplete: 'Es fehlen noch Teile der Datei.',
    too_many: 'Zu viele deiner Uploads sind unvollständig. Schließe einige ab oder brich sie ab.',
  },
  recording: {
    no_sound: 'In dieser Datei ist kein Ton.',
    not_failed: 'Diese Aufnahme ist nicht fehlgeschlagen. Es gibt nichts zu wiederholen.',
    not_live: 'Diese Besprechung nimmst nicht du auf.',
  },
  transcript: {
    not_found: 'Hier gibt es kein Transkript.',
    not_ready: 'Dieses Transkript ist noch nicht fertig.',
    stale: 'Jemand hat dieses Transkript inzwischen geändert. Sieh es dir noch einmal an.',
  },
  segment: { not_found: 'Diesen Teil des Transkripts gibt es nicht mehr.' },
  speech: {
    no_words: 'Dieser Server hat kein Sprachmodell. Wer ihn betreibt, kann eines verbinden.',
    no_captions: 'Live-Untertitel sind auf diesem Server nicht eingeschaltet.',
    failed: 'Das Sprachmodell hat nicht geantwortet. Versuche es noch einmal.',
  },
  job: {
    not_found: 'Diesen Job gibt es nicht mehr.',
    not_editable: 'Du kannst diesen Job sehen, aber nicht ändern.',
    schedule_invalid: 'Dieser Zeitplan ist nicht verständlich. Prüfe seine Felder.',
    never_runs: 'Dieser Zeitplan hat keinen Zeitpunkt in der Zukunft. Ändere ihn.',
    no_working_hours: 'Diese Person hat keine Arbeitszeiten, deshalb würde der Job nie laufen.',
    nothing_to_read: 'Wähle eine Kamera, einen Bildschirm oder ein Logbuch, das der Job liest.',
    finished: 'Dieser Job ist beendet. Ändere seinen Zeitplan, um ihn wieder zu starten.',
    is_running: 'Dieser Job läuft gerade. Warte, bis er fertig ist.',
    nothing_to_sync: 'Seit dem letzten Erfolg ist kein geplanter Lauf fehlgeschlagen oder ausgefallen.',
    run_not_found: 'Diesen Lauf gibt es bei diesem Job nicht.',
    nothing_to_judge: 'Dieser Lauf hat kein Ergebnis.',
    too_many: 'Dieser Arbeitsbereich hat die Höchstzahl an Jobs erreicht. Lösche zuerst einen.',
    model_unknown: 'Dieser Server hat kein Modell mit diesem Namen.',
    words_unavailable: 'Dieser Server kann keine Wörter auf Bildern lesen. Sein Betreiber muss tesseract installieren.',
    overlay_invalid: 'Der Bereich konnte nicht gelesen werden. Zeichne ihn noch einmal.',
  },
  prompt: {
    not_found: 'Diese Aufgabe gibt es nicht mehr.',
    too_many: 'Die Sammlung von Aufgaben ist voll. Lösche zuerst eine.',
  },
  task: {
    not_found: 'Diese Aufgabe gibt es nicht mehr.',
    status_refused:
      'Von ihrem Status kann die Aufgabe nicht in diesen wechseln. Nimm eine blockierte Aufgabe zuerst wieder auf und öffne eine erledigte wieder.',
    assign_missing: 'Du kannst Aufgaben nur dir selbst zuweisen. Bitte einen Admin um das Recht, Aufgaben zuzuweisen.',
    assignee_blind: 'Eine dieser Personen kann den Raum der Aufgabe nicht sehen. Füge sie zuerst zum Raum hinzu.',
    dependency_cycle: 'Diese Aufgaben würden aufeinander warten. Entferne eine davon.',
    parent_invalid: 'Eine Aufgabe mit übergeordneter Aufgabe kann keine weitere unter sich haben.',
    repeat_invalid: 'Diese Wiederholung ist nicht verständlich. Prüfe sie.',
    too_many: 'Dieser Arbeitsbereich hat die Höchstzahl an Aufgaben erreicht.',
    item_gone: 'Dieser Punkt steht nicht mehr in seinem Text.',
    already_made: 'Dafür gibt es schon eine Aufgabe.',
  },
  view: {
    not_found: 'Diese Ansicht gibt es nicht mehr.',
    not_yours: 'Nur wer eine Ansicht gespeichert hat, Inhaber und Admins können sie ändern.',
    too_many: 'Du hast so viele Ansichten gespeichert, wie eine Person haben kann. Lösche zuerst eine.',
  },
  comment: {
    not_found: 'Diesen Kommentar gibt es nicht mehr.',
    not_yours: 'Nur wer einen Kommentar geschrieben hat, kann ihn ändern.',
    too_late: 'Ein Kommentar lässt sich nur 24 Stunden lang ändern.',
    mention_blind:
      'Eine der erwähnten Personen kann diese Aufgabe nicht sehen. Nimm ihren Namen heraus oder weise ihr die Aufgabe zu.',
  },
  samples: {
    present: 'Der Arbeitsbereich hat schon Beispielinhalte.',
    missing: 'Es gibt keine Beispielinhalte zu entfernen.',
  },
  token: {
    not_found: 'Dieses Zugangstoken gibt es nicht mehr.',
    too_many: 'Du hast so viele Zugangstoken wie möglich. Widerrufe zuerst eines.',
    too_many_proposals: 'Programme haben in einer Stunde zu viele Vorschläge gemacht. Versuche es später noch einmal.',
    unknown: 'Dieses Zugangstoken gibt es nicht, es ist abgelaufen oder wurde widerrufen.',
    wrong_origin: 'Seiten anderer Websites können diese Adresse nicht verwenden.',
  },
  mate: {
    option_not_found: 'Hier gibt es nichts mehr zu bestätigen.',
    option_done: 'Das ist schon erledigt.',
    option_expired: 'Dieses Angebot ist abgelaufen. Frag Mate noch einmal.',
    busy: 'Mate antwortet noch. Halte die Antwort an oder warte einen Moment.',
  },
}
