import { createPrompt, deletePrompt, listPrompts, type Prompt, updatePrompt } from '#shared/contract/jobs/endpoints'
import { call, type Outcome } from '../../../platform/api'
import { createListSlice } from '../../../platform/list-slice'

const byName = (a: Prompt, b: Prompt) => a.name.localeCompare(b.name)

/** The prompts of the workspace's library, by name. */
export const usePrompts = createListSlice('jobPrompts', {
  list: () => call(listPrompts, {}),
  key: prompt => prompt.prompt_id,
  actions: ({ changer }) => ({
    async create(params: Pick<Prompt, 'name' | 'text'>): Promise<Outcome<Prompt>> {
      const change = changer()
      const outcome = await call(createPrompt, params)
      if (outcome.ok) {
        const { data: prompt } = outcome
        change(items => [...items.filter(item => item.prompt_id !== prompt.prompt_id), prompt].sort(byName))
      }
      return outcome
    },

    async rename(prompt_id: number, name: string): Promise<Outcome<Prompt>> {
      const change = changer()
      const outcome = await call(updatePrompt, { prompt_id, name })
      if (outcome.ok) {
        const { data: prompt } = outcome
        change(items => items.map(item => (item.prompt_id === prompt_id ? prompt : item)).sort(byName))
      }
      return outcome
    },

    async remove(prompt_id: number): Promise<Outcome<null>> {
      const change = changer()
      const outcome = await call(deletePrompt, { prompt_id })
      if (outcome.ok) change(items => items.filter(item => item.prompt_id !== prompt_id))
      return outcome
    },
  }),
})
