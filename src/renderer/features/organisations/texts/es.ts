export const storage = {
  title: 'Almacenamiento',
  loading: 'Cargando el almacenamiento',
  failed: 'No se cargó el almacenamiento.',
  used: '{{used}} en uso. No hay límite.',
  of: '{{used}} de {{quota}} en uso',
  full: 'No se aceptan archivos nuevos hasta que se eliminen otros. Quien administra este servidor puede subir el límite.',
  kinds: 'Por tipo',
  people: 'Por persona, de más a menos',
  none: 'Aún no hay archivos.',
  count:
    'Incluye los archivos y las imágenes que se adjuntan. Las imágenes de cámaras y pantallas compartidas no se incluyen.',
  kind: {
    image: 'Imágenes',
    recording: 'Grabaciones y vídeos',
    file: 'Otros archivos',
    unfinished: 'Subidas sin terminar',
  },
}
