import { readArtifact } from '@outrigger/devnet'
import { expect, it } from 'vitest'
import { relayCode, scriptCode } from './scriptCode.ts'

it('is the runtime code of the contracts that it is said to be', () => {
  expect(readArtifact('callScript').bytecode).toContain(scriptCode.slice(2))
  expect(readArtifact('callRelay').bytecode).toContain(relayCode.slice(2))
})
