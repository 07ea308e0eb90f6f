export const errors = {
  request: {
    invalid: 'Hay algo en el formulario que no está bien. Revísalo y envíalo de nuevo.',
    not_json: 'No se ha podido leer la petición. Recarga la página e inténtalo de nuevo.',
    too_complex: 'Es demasiado de una vez. Envíalo en partes más pequeñas.',
    malformed: 'No se ha podido leer la petición. Recarga la página e inténtalo de nuevo.',
    headers_too_large: 'La dirección de esta petición es demasiado larga. Recarga la página e inténtalo de nuevo.',
    timed_out: 'La petición ha tardado demasiado. Comprueba la conexión e inténtalo de nuevo.',
    too_large: 'Es demasiado grande para este servidor. Envía algo más pequeño.',
    wrong_host: 'Este servidor no está configurado para esta dirección. Quien lo administra puede definir PUBLIC_URL.',
    too_many: 'Han sido muchas peticiones seguidas. Espera un momento e inténtalo de nuevo.',
    unsupported_type: 'Aquí no se acepta este tipo de contenido.',
    identity_mismatch: 'Ahora hay otra persona en esta sesión. Recarga la página.',
    key_reused: 'Esto ya se envió con otro contenido. Recarga la página e inténtalo de nuevo.',
  },
  route: {
    not_found: 'El servidor no conoce esta dirección. Recarga la página: quizá esté desactualizada.',
  },
  server: {
    error: 'Algo ha fallado en el servidor. Inténtalo de nuevo en un momento.',
    unavailable: 'El servidor aún no está listo. Inténtalo de nuevo en un momento.',
    busy: 'El servidor ha alcanzado su límite de conexiones. Inténtalo de nuevo en un momento.',
  },
  storage: {
    quota:
      'El almacenamiento de este espacio de trabajo está lleno. Elimina archivos o pide más a quien administra este servidor.',
    full: 'El servidor se ha quedado sin espacio, así que esto no se ha guardado. Sigue aquí: inténtalo de nuevo cuando quien lo administra haya hecho sitio.',
  },
  session: {
    required: 'Tu sesión está cerrada. Inicia sesión para continuar.',
    expired: 'Tu sesión está cerrada. Inicia sesión para continuar.',
    refresh_refused: 'Tu sesión está cerrada. Inicia sesión para continuar.',
    guest_denied: 'Los invitados no pueden hacer esto. Regístrate para continuar.',
  },
  permission: { missing: 'Tu rol no lo permite. Un propietario o administrador puede cambiarlo.' },
  plan: { required: 'Tu plan no lo incluye.' },
  network: { failed: 'No se puede contactar con el servidor. Comprueba la conexión e inténtalo de nuevo.' },
  answer: {
    invalid: 'El servidor ha enviado una respuesta que esta versión de la página no entiende. Recarga la página.',
  },
  field: {
    too_small: 'Rellena este campo.',
    too_big: 'Es demasiado largo. Acórtalo.',
    invalid_format: 'Este formato no es válido. Revísalo.',
    custom: 'Esto no es válido. Revísalo.',
  },
}
