import { describe, expect, it } from 'vitest'
import { EndpointError, type FailureKind } from '../errors.ts'
import { toVerdict } from './verdict.ts'

const fail = (endpoint: string, kind: FailureKind, message: string = kind) =>
  new EndpointError(endpoint, kind, message, kind === 'outOfService' ? {} : { answer: { code: -32601, message } })

describe('the answer that failures amount to', () => {
  it.each<[string, readonly EndpointError[], boolean]>([
    ['an answer of the chain', [fail('a', 'broken'), fail('b', 'answer')], true],
    ['doubts of everybody', [fail('a', 'doubtful'), fail('b', 'unsupported')], true],
    ['the same words of two', [fail('a', 'broken', 'no'), fail('b', 'broken', 'no'), fail('c', 'unreachable')], true],
    ['a method that the only one reached does not have', [fail('a', 'outOfService'), fail('b', 'unsupported')], true],
    ['a doubt beside somebody out of service', [fail('a', 'outOfService'), fail('b', 'doubtful')], false],
    ['a denial that nobody confirms', [fail('a', 'empty'), fail('b', 'unsupported')], false],
    ['nobody reached', [fail('a', 'outOfService'), fail('b', 'outOfService')], false],
  ])('%s', (_, failures, isAnswer) => {
    expect(toVerdict('trace_block', failures)?.kind).toBe(isAnswer ? 'answer' : undefined)
  })

  it('is the last word of each', () => {
    expect(toVerdict('trace_block', [fail('a', 'answer'), fail('a', 'broken')])).toBeUndefined()
  })
})
