// The second tab: pages of run folders and fits.

const cell = (row, text) => { const td = row.insertCell(); td.textContent = text; return td; };

export async function runs(box) {
  const answer = await fetch('/runs');
  const { folder, pages } = await answer.json();
  box.replaceChildren();
  const about = document.createElement('p');
  about.className = 'soft';
  about.textContent = pages.length ? `In ${folder}:` : `There is no report in ${folder}. ./iron reproduce --scale smoke makes one, ./iron fit --out runs/model.json a fit; --runs DIR looks elsewhere.`;
  box.append(about);
  if (!pages.length) return;
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const title of ['page', 'kind', 'experiments', 'verdicts', 'changed']) {
    const th = document.createElement('th');
    th.textContent = title;
    head.append(th);
  }
  const body = table.createTBody();
  for (const page of pages) {
    const row = body.insertRow();
    const link = document.createElement('a');
    link.href = '/runs/' + page.path.split('/').map(encodeURIComponent).join('/');
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = page.path;
    cell(row, '').append(link);
    cell(row, page.kind);
    cell(row, page.parts.join(', ') || '–');
    cell(row, Object.entries(page.verdicts).map(([verdict, count]) => `${count} ${verdict}`).join(', ') || '–');
    cell(row, page.changed.slice(0, 16).replace('T', ' '));
  }
  const scroll = document.createElement('div');
  scroll.className = 'scroll';
  scroll.append(table);
  box.append(scroll);
}
