import type { Texts } from './en'

export const de: Texts = {
  ok: 'OK',
  notNow: 'Nicht jetzt',
  permissionRequired:
    'Die Berechtigung zur Bildschirmaufnahme ist erforderlich. Systemeinstellungen öffnen, um sie zu erteilen?',
  openSettings: 'Systemeinstellungen öffnen',
  permissionError: 'Die Bildschirmquellen konnten wegen fehlender Berechtigung nicht gelesen werden',
  permissionThenRestart:
    'Schalte die Bildschirmaufnahme für Wheelhouse in den Systemeinstellungen ein und starte die App dann neu.',
  autoLaunchAsk: 'Soll Wheelhouse mit diesem Computer starten?',
  autoLaunchWhy:
    'Dann kann es deinen Bildschirm wie vereinbart teilen, ohne von Hand geöffnet zu werden. Es sagt es immer, wenn es teilt.',
  autoLaunchYes: 'Mit diesem Computer starten',
  autoLaunchNo: 'Nein, und nicht mehr fragen',
  autoLaunchFailed: 'Dieser Computer hat es nicht erlaubt. Wheelhouse fragt nicht noch einmal.',
  notSaved: '{name} konnte nicht gespeichert werden.',
  secretsPlain:
    'Dieser Computer hat keinen Ort für Geheimnisse, deshalb liegt deine Anmeldung ungeschützt auf der Festplatte. Installiere einen Schlüsselbund, um das zu ändern.',
  open: 'Wheelhouse öffnen',
  quit: 'Beenden',
  tray: 'Wheelhouse',
  traySharing: 'Wird geteilt: {what}',
  trayPaused: 'Pausiert: {what}',
  trayReconnecting: 'Es wird nichts gesendet. Neuer Versuch läuft.',
  trayPictures: 'Aufgenommene Bilder: {count}',
  trayWatching: 'Sieht gerade zu',
  trayNobody: 'Niemand sieht zu',
  job: '{name} (Auftrag)',
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  stop: 'Teilen beenden',
  pillSharing: 'Wird geteilt',
  pillPaused: 'Pausiert',
  pillWatching: 'Sieht zu: {names}',
  pillStop: 'Beenden',
  startedItself: 'Wheelhouse teilt deinen Bildschirm',
  startedItselfBody:
    'Es hat von selbst begonnen, wie vereinbart. Beende es in der Leiste, im Infobereich oder mit Strg Alt S.',
  newVersion: 'Wheelhouse {version} ist bereit',
  newVersionBody: 'Die neue Version wird installiert, wenn du Wheelhouse beendest.',
  signedIn: 'Weiter in Wheelhouse',
  signedInText: 'Du kannst diesen Tab schließen.',
  notSignedIn: 'Du wurdest nicht angemeldet',
  notSignedInText: 'Es hat sich nichts geändert. Schließe diesen Tab und versuche es in Wheelhouse noch einmal.',
}
