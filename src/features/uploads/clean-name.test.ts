import { describe, expect, it } from 'vitest';
import { cleanName } from './clean-name.ts';

describe('the name of an upload', () => {
  it.each([
    ['drawing.png', 'drawing.png'],
    ['My Drawing.PNG', 'My Drawing.PNG'],
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\fakepath\\drawing.png', 'drawing.png'],
    ['a\u0000b\r\nc.png', 'abc.png'],
    ['\u202Egnp.exe', 'gnp.exe.png'],
    ['<script>"x"</script>.png', 'script_.png'],
    ['...', 'file.png'],
    ['', 'file.png'],
    ['.png', 'png.png'],
    ['drawing.exe', 'drawing.exe.png'],
    ['Skizze größer.png', 'Skizze größer.png'],
    ['\uD800.png', 'png.png'],
  ])('%j is stored as %j', (sent, stored) => {
    expect(cleanName(sent, 'png')).toBe(stored);
  });

  it('has at most 100 characters and keeps its ending', () => {
    const name = cleanName(`${'ö'.repeat(1_000_000)}.jpeg`, 'jpeg');
    expect([...name].length).toBeLessThanOrEqual(100);
    expect(name).toMatch(/^ö+\.jpeg$/);
  });
});
