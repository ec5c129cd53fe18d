import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { shareHiddenClasses } from '../scripts/hiddenClasses.ts'

/** How many hidden classes 100 objects of an expression of `rest` and `index` have. */
function countClasses(expression: string): number {
  const program = `
    const make = (rest, index) => (${expression})
    const firsts = []
    for (let index = 0; index < 100; index++) {
      const one = make({ a: index, b: 'b' }, index)
      if (!firsts.some((first) => %HaveSameMap(first, one))) firsts.push(one)
    }
    console.log(firsts.length)`
  return Number(execFileSync(process.execPath, ['--allow-natives-syntax', '-e', program], { encoding: 'utf8' }))
}

const run = (expression: string): unknown => new Function('rest', `return ${expression}`)({ a: 1, b: 2 })

describe('hidden classes', () => {
  it.each([
    ['{ ...rest, id: 1 }', '{ __proto__: Object.prototype, ...rest, id: 1 }'],
    ['{ ...{ a: 1, c: 2 }, id: 1 }', '{ a: 1, c: 2, id: 1 }'],
    ['{ ...{ c: 2, ...rest }, ...{ id: 1, d: 0 } }', '{ c: 2, ...rest, id: 1, d: 0 }'],
    ['{ ...{ ...rest, c: 2 }, id: 1 }', '{ __proto__: Object.prototype, ...rest, c: 2, id: 1 }'],
    ['{ ...rest, ...{ ...rest, id: 1 } }', '{ __proto__: Object.prototype, ...rest, ...rest, id: 1 }'],
    ['{ ...{ a: { ...rest, c: 2 } }, id: 1 }', '{ a: { __proto__: Object.prototype, ...rest, c: 2 }, id: 1 }'],
    ['{ ...{\n  a: 1,\n  c: 2,\n}, id: 1 }', '{ \na: 1,\n  c: 2\n, id: 1 }'],
  ])('%s shares one class and is the same object', (before, after) => {
    expect(shareHiddenClasses(`const one = ${before}`)).toBe(`const one = ${after}`)
    expect(run(after)).toStrictEqual(run(before))
    expect(Object.keys(run(after) as object)).toEqual(Object.keys(run(before) as object))
    expect(countClasses(after)).toBe(1)
  })

  it.each([
    '{ ...rest }',
    '{ id: 1, ...rest }',
    '{ id: 1, ...(rest.a && { c: 2 }) }',
    '{ id: 1, ...{ get a() { return 2 } } }',
    '{ id: 1, ...{ __proto__: rest } }',
    '{ ...{} }',
    '[...[1], { a: 1 }]',
  ])('%s stays as it is', (text) => expect(shareHiddenClasses(`const one = ${text}`)).toBe(`const one = ${text}`))

  it('patterns and types stay as they are', () => {
    const text =
      'function one({ ...rest }: { a: 1 }) { let b; ({ b, ...rest } = rest); const { ...c } = rest; return [b, c] }'
    expect(shareHiddenClasses(text)).toBe(text)
  })
})
