/** The database in which earlier versions kept files that had not fully reached the server. */
export const formerDatabase = 'wheelhouse.uploads'
/** The draft by which earlier versions marked that such files exist. */
export const formerUploadsKey = 'uploads.kept'
