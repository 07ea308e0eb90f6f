const tasks = async () => (await import('../features/tasks/reread')).rereadTasks()
const jobs = async () => (await import('../features/jobs/last-read')).rereadJobs()

/** Copies that belong to no document and no chat, by the kind of their names, and how their features read them anew. */
const lists: Record<string, () => Promise<unknown>> = {
  activity: async () => (await import('../features/activity/store')).rereadActivity(),
  'catch-up': async () => (await import('../features/documents/catch-up/store')).rereadCatchUp(),
  dashboard: async () => (await import('../features/dashboard/store')).rereadDashboard(),
  mate: async () => (await import('../features/mate/last-read')).rereadConversation(),
  schedule: async () => (await import('../features/planning/last-read')).rereadPlans(),
  sources: async () => (await import('../features/sources/last-read')).rereadFeed(),
  jobs,
  job: jobs,
  tasks,
  board: tasks,
  task: tasks,
  views: tasks,
}

/** Reads copies of these kinds anew, so that nothing stays in them that the person may no longer read. */
export async function rereadCopies(kinds: ReadonlySet<string>): Promise<void> {
  await Promise.all([...new Set([...kinds].map(kind => lists[kind]))].map(reread => reread?.()))
}
