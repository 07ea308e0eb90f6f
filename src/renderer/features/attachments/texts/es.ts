export const pdf = {
  page: 'Página {{number}} de {{count}}',
  place: '{{number}} de {{count}}',
  larger: 'Acercar',
  smaller: 'Alejar',
  whole: 'Ajustar al ancho',
  pageFailed: 'No se puede mostrar la página {{number}}.',
  linkInside: 'Enlace en la página {{number}} a otro lugar del archivo',
  cut: 'Se muestran las primeras {{count}} páginas. Descarga el archivo para ver las demás.',
  refused: {
    damaged: 'Este PDF está dañado o el archivo no es un PDF. Quizá otro programa pueda abrirlo.',
    locked: 'Este PDF está protegido con una contraseña.',
    slow: 'Abrir este PDF aquí tarda demasiado. Descárgalo.',
    large: 'Este PDF es demasiado grande para mostrarlo aquí. Descárgalo.',
    gone: 'No se cargó el archivo. Comprueba la conexión; puede que se haya eliminado.',
  },
  password: {
    why: 'Este PDF está protegido con una contraseña.',
    label: 'Contraseña',
    wrong: 'Esta contraseña no es correcta.',
    open: 'Abrir',
  },
}
