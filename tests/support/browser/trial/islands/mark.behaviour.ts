export const behaviour = (element: HTMLElement) => {
  element.dataset.marked = 'yes';
  return () => {
    delete element.dataset.marked;
    window.said.push('mark undone');
  };
};
