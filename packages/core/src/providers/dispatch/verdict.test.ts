import { describe, expect, it } from 'vitest'
import { EndpointError, type FailureKind } from '../errors.ts'
import { toVerdict } from './verdict.ts'

const fail = (endpoint: string, kind: FailureKind, message: string = kind) =>
  new EndpointError(endpoint, kind, message, kind === 'outOfService' ? {} : { answer: { code: -32601, message } })

describe('the verdict on several failures', () => {
  it.each<[string, readonly EndpointError[], boolean]>([
    ['an answer of the chain', [fail('a', 'broken'), fail('b', 'answer')], true],
    ['only failures that are not the fault of an endpoint', [fail('a', 'doubtful'), fail('b', 'unsupported')], true],
    [
      'the same words from two endpoints',
      [fail('a', 'broken', 'no'), fail('b', 'broken', 'no'), fail('c', 'unreachable')],
      true,
    ],
    ['a method that the only reachable endpoint lacks', [fail('a', 'outOfService'), fail('b', 'unsupported')], true],
    ['a doubtful failure beside an endpoint out of service', [fail('a', 'outOfService'), fail('b', 'doubtful')], false],
    ['an empty answer that no other endpoint confirms', [fail('a', 'empty'), fail('b', 'unsupported')], false],
    ['no endpoint reachable', [fail('a', 'outOfService'), fail('b', 'outOfService')], false],
  ])('%s', (_, failures, isAnswer) => {
    expect(toVerdict('trace_block', failures)?.kind).toBe(isAnswer ? 'answer' : undefined)
  })

  it('considers only the last failure of each endpoint', () => {
    expect(toVerdict('trace_block', [fail('a', 'answer'), fail('a', 'broken')])).toBeUndefined()
  })
})
