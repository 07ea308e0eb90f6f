import { beforeAll, describe, expect, test } from 'vitest'
import { grant } from '#shared/contract/access/endpoints'
