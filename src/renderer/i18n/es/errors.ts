export const errors = {
  request: {
    invalid: 'Hay algo en el formulario que no está bien. Revísalo y envíalo de nuevo.',
    not_json: 'No se ha podido leer la petición. Recarga la página e inténtalo de nuevo.',
    too_large: 'Es demasiado grande para este servidor. Envía algo más pequeño.',
    too_many: 'Han sido muchas peticiones seguidas. Espera un momento e inténtalo de nuevo.',
    unsupported_type: 'Aquí no se acepta este tipo de contenido.',
    identity_mismatch: 'Ahora la sesión es de otra persona. Recarga la página.',
    key_reused: 'Esto ya se envió con otro contenido. Recarga la página e inténtalo de nuevo.',
  },
  route: {
    not_found: 'El servidor no conoce esta dirección. Recarga la página: quizá sea más antigua que el servidor.',
  },
  server: {
    error: 'Algo ha fallado en el servidor. Inténtalo de nuevo en un momento.',
    unavailable: 'El servidor aún no está listo. Inténtalo de nuevo en un momento.',
  },
  session: {
    required: 'Has cerrado la sesión. Inicia sesión para continuar.',
    expired: 'Has cerrado la sesión. Inicia sesión para continuar.',
    refresh_refused: 'Has cerrado la sesión. Inicia sesión para continuar.',
    guest_denied: 'Los invitados no pueden hacer esto. Regístrate para continuar.',
  },
  code: {
    wrong: 'Ese código no es correcto. Revísalo e inténtalo de nuevo.',
    expired: 'Este código ha caducado. Envía uno nuevo.',
    too_many_attempts: 'Demasiados intentos fallidos. Envía un código nuevo.',
    too_many_sent: 'Se han enviado demasiados códigos a esta dirección. Inténtalo de nuevo dentro de una hora.',
    not_sent: 'No se ha podido enviar el código. Inténtalo de nuevo o usa otra dirección.',
  },
  google: {
    not_configured: 'Este servidor no ofrece el inicio de sesión con Google.',
    refused: 'Google no ha confirmado este inicio de sesión. Inténtalo de nuevo.',
  },
  address: { taken: 'Otra cuenta ya usa esta dirección.' },
  profile: {
    token_required: 'Ha pasado demasiado tiempo desde que iniciaste sesión. Inicia sesión de nuevo.',
    picture_invalid: 'La foto debe ser una imagen PNG, JPEG o WebP de 300 kB como máximo.',
  },
  organization: {
    not_member: 'No eres miembro de este espacio de trabajo.',
    required: 'Elige primero un espacio de trabajo.',
  },
  permission: { missing: 'Tu rol no lo permite. Un propietario o administrador puede cambiarlo.' },
  plan: { required: 'Esto forma parte de un plan superior.' },
  owner: {
    last: 'Un espacio de trabajo conserva al menos un propietario. Nombra antes propietario a otra persona.',
  },
  person: { not_found: 'Esta persona ya no está aquí.' },
  role: {
    not_found: 'Este rol ya no existe.',
    name_taken: 'Ya hay un rol con este nombre.',
  },
  branch: {
    not_found: 'Esta sede ya no existe.',
    name_taken: 'Ya hay una sede con este nombre.',
    primary: 'La sede principal no se puede eliminar.',
  },
  invite: {
    not_found: 'Esta invitación ya no existe.',
    expired: 'Esta invitación ha caducado. Pide una nueva.',
    not_yours: 'Esta invitación es para otra dirección. Inicia sesión con el correo o el teléfono invitado.',
    answered: 'Esta invitación ya se ha respondido.',
    not_sent: 'No se ha podido enviar la invitación. Revisa la dirección y envíala de nuevo.',
    already_member: 'Ya es miembro.',
  },
  grant: { too_much: 'No puedes dar más acceso del que tienes.' },
  document: {
    not_found: 'Aquí no existe ese documento.',
    read_only: 'Puedes leerlo, pero no escribir en él.',
    not_a_logbook: 'Los registros se escriben en bitácoras. Este es otro tipo de documento.',
  },
  log: { not_found: 'Este registro ya no existe.' },
  message: { not_found: 'Este mensaje ya no existe.' },
  camera: {
    not_found: 'Esta cámara ya no existe.',
    address_invalid: 'Indica una dirección que empiece por http, https o rtsp.',
    address_refused:
      'Este servidor no lee de esa dirección. Quien lo administra puede permitir la red con CAMERA_ALLOWED_NETWORKS.',
  },
  source: { not_found: 'Aquí no existe esa fuente.' },
  frame: { not_found: 'Esta imagen ya no existe.' },
  mate: { busy: 'Mate aún está respondiendo. Detenlo o espera un momento.' },
  network: { failed: 'No se puede contactar con el servidor. Comprueba la conexión e inténtalo de nuevo.' },
  answer: { invalid: 'El servidor ha enviado algo que esta versión no entiende. Recarga la página.' },
  field: {
    too_small: 'Rellena este campo.',
    too_big: 'Es demasiado largo. Acórtalo.',
    invalid_format: 'No tiene la forma correcta. Revísalo.',
    custom: 'Esto no está bien. Revísalo.',
  },
}
