import type { Texts } from './en'

export const es: Texts = {
  ok: 'Aceptar',
  notNow: 'Ahora no',
  permissionRequired:
    'Se necesita permiso para capturar la pantalla. ¿Abrir las preferencias del sistema para concederlo?',
  openSettings: 'Abrir las preferencias del sistema',
  permissionError: 'No se pudieron obtener las pantallas por un error de permisos',
  permissionThenRestart:
    'Activa la grabación de pantalla para Wheelhouse en los ajustes del sistema y reinicia la aplicación.',
  autoLaunchAsk: '¿Iniciar Wheelhouse al encender este equipo?',
  autoLaunchWhy:
    'Así puede compartir tu pantalla como aceptaste sin que tengas que abrirlo. Siempre avisa cuando comparte.',
  autoLaunchYes: 'Iniciar con este equipo',
  autoLaunchNo: 'No, y no volver a preguntar',
  autoLaunchFailed: 'Este equipo no lo ha permitido. Wheelhouse no volverá a preguntar.',
  notSaved: '{name} no se pudo guardar.',
  secretsPlain:
    'Este equipo no tiene dónde guardar secretos, así que tu sesión se guarda en el disco sin protección. Instala un llavero para cambiarlo.',
  open: 'Abrir Wheelhouse',
  quit: 'Salir',
  tray: 'Wheelhouse',
  traySharing: 'Compartiendo: {what}',
  trayPaused: 'En pausa: {what}',
  trayReconnecting: 'No se envía nada. Reintentando.',
  trayPictures: 'Imágenes tomadas: {count}',
  trayWatching: 'Mirando ahora',
  trayNobody: 'Nadie está mirando',
  job: '{name} (trabajo)',
  pause: 'Pausar',
  resume: 'Reanudar',
  stop: 'Parar de compartir',
  pillSharing: 'Compartiendo',
  pillPaused: 'En pausa',
  pillWatching: 'Mirando: {names}',
  pillStop: 'Parar',
  startedItself: 'Wheelhouse está compartiendo tu pantalla',
  startedItselfBody: 'Empezó por sí solo, como aceptaste. Detenlo en la franja, en la bandeja o con Ctrl Alt S.',
  signedIn: 'Sigue en Wheelhouse',
  signedInText: 'Puedes cerrar esta pestaña.',
  notSignedIn: 'No se ha iniciado sesión',
  notSignedInText: 'No ha cambiado nada. Cierra esta pestaña e inténtalo de nuevo en Wheelhouse.',
}
